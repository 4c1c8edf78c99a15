/** Replaces a part of the page that could not be loaded: the rest of the page still works. */
export function NotLoaded() {
  return <span role="alert">This part could not be loaded. Reload the page.</span>
}
