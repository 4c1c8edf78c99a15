const CHOICES = ['system', 'light', 'dark'] as const

/** Which colours a file is read in: what is chosen holds until it is closed, as styles alone make it so. */
export function ThemeChoice() {
  return (
    <fieldset className="theme-choice">
      <legend>Colours</legend>
      {CHOICES.map((theme) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} defaultChecked={theme === 'system'} /> {theme}
        </label>
      ))}
    </fieldset>
  )
}
