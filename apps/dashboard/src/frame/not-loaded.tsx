/** In place of a part of the page that the network did not bring: the page itself goes on. */
export function NotLoaded() {
  return <span role="alert">This part could not be loaded. Reload the page.</span>
}
