const CHOICES = ['system', 'light', 'dark'] as const

/** Chooses the colours a file is read in, by styles alone; the choice lasts until the file is closed. */
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
