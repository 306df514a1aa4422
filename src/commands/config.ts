// galley config: every setting, its value (secrets masked) and its origin.

import { describeConfig, readConfig, unknownSettings } from '#config.ts'

export function configCommand(options: { json?: boolean; markdown?: boolean }): void {
  const rows = describeConfig()
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  else if (options.markdown) process.stdout.write(settingsTable())
  else {
    const width = Math.max(...rows.map((row) => row.name.length))
    for (const row of rows)
      process.stdout.write(
        `${row.name.padEnd(width)}  ${(row.value || '(empty)').padEnd(28)}  ${row.origin.padEnd(11)}  ${row.help}\n`,
      )
  }
  for (const name of unknownSettings()) process.stderr.write(`galley: unknown setting ${name}; is it a typo?\n`)
  readConfig()
}

/** The table of docs/settings.md: names, defaults, meanings. */
export function settingsTable(): string {
  const rows = describeConfig({}).map(
    ({ name, value, help }) =>
      `| \`${name}\` | ${name === 'GALLEY_NODE' ? "the machine's name" : value === '' ? '' : `\`${value}\``} | ${help} |`,
  )
  return ['| setting | default | what it does |', '|---|---|---|', ...rows, ''].join('\n')
}
