// Makes the report of the dashboard's own components and styles: one module that Node can load, in which a link is plain
// text, since a file has no fleet behind it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dashboard = fileURLToPath(new URL('../../apps/dashboard/', import.meta.url))
const STYLES = [
  'ui/tokens',
  'ui/shell/base',
  'ui/table/tables',
  'ui/format/marks',
  'views/list/list',
  'views/evaluation/header',
  'views/evaluation/numbers',
  'views/evaluation/methods',
  'views/evaluation/statistics',
  'ui/charts/charts',
  'ui/provenance/provenance',
  'ui/shell/print',
  'views/report/report',
]
const styles = STYLES.map((name) => readFileSync(`${dashboard}src/${name}.css`, 'utf8'))

const bundle = await rolldown({
  cwd: dashboard,
  input: 'src/views/report/write-report.tsx',
  platform: 'node',
  // The dashboard's own leaves JSX to its framework.
  tsconfig: false,
  // It holds nothing that a server and a browser would share: whose side a component is on says nothing here.
  onLog: (level, log, write) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : write(level, log)),
  resolve: { alias: { 'next/link': `${dashboard}src/views/report/plain-link.tsx` } },
  transform: {
    jsx: 'react-jsx',
    define: {
      // Of React, the one for readers; it is asked for by name, which is in no environment here.
      [['process', 'env', 'NODE_ENV'].join('.')]: '"production"',
      REPORT_STYLES: JSON.stringify(compact(styles.join('\n'))),
    },
  },
})
await bundle.write({
  file: fileURLToPath(new URL('dist/index.js', import.meta.url)),
  format: 'esm',
  codeSplitting: false,
})
await bundle.close()

/** Leaves out what a browser does not read. */
function compact(css) {
  const [first = '', ...commented] = css.split('/*')
  const said = first + commented.map((text) => text.slice(text.indexOf('*/') + '*/'.length)).join('')
  const lines = said.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
