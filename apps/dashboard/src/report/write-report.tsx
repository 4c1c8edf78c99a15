import type { writeReport as Written } from '@cges-fleet/report'
import { renderToStaticMarkup } from 'react-dom/server'
import { OnPaper } from '../frame/on-paper'
import { ReportPage } from './report-page'

/** The report's styles, inlined when the module is built. */
declare const REPORT_STYLES: string

/** Nothing may be fetched or run, whatever a name or a model's response contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** Writes an evaluation as one page that opens anywhere: the dashboard's own components, without what needs a fleet or a script. */
export const writeReport: typeof Written = (content) => {
  const page = renderToStaticMarkup(
    <html lang="en" data-theme="system">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content={`cges-fleet ${content.view.reproduction.release}`} />
        <title>{content.view.name}</title>
        <style>{REPORT_STYLES}</style>
      </head>
      <body>
        <OnPaper value>
          <ReportPage {...content} />
        </OnPaper>
      </body>
    </html>,
  )
  return `<!doctype html>\n${page}\n`
}
