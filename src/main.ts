// The entry point: parses the command line and runs a file of commands/. A StartError is one line and exit code 1. Command
// files are imported on demand: `galley ps` loads no web server, and a broken part breaks only its command.

import { Command, Option } from 'commander'
import { PRESET_NAMES } from './convert/preset-names.ts'
import { StartError } from './errors.ts'
import { VERSION } from './version.ts'

const program = new Command('galley')
  .description('A documentation CMS: draft, review, publish and read documents.')
  .version(VERSION)
  .showHelpAfterError('(galley --help lists the commands)')
  .addHelpText(
    'after',
    '\nSettings come from the environment; `galley config` lists them all.\nExit codes: 0 done, 1 failed with a reason, 2 wrong usage.',
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

program
  .command('serve')
  .description('start the service: the API, the public site and the panel')
  .action(async () => (await import('./commands/serve.ts')).serve())

program
  .command('worker')
  .description('run a worker in this terminal; the service starts its own')
  .option('--name <name>', 'name of the process, unique across all nodes')
  .option('--queues <names>', 'queues to take jobs from, separated by commas')
  .option('--concurrency <number>', 'jobs to run at once')
  // Hidden: a supervisor tells its child which row of the process table it is (commands/member.ts).
  .addOption(new Option('--id <number>', 'the process that this is a run of').hideHelp())
  .addOption(new Option('--run <number>', 'the run').hideHelp())
  .action(async (options) => (await import('./commands/worker.ts')).workerCommand(options))

program
  .command('beat')
  .description('run the scheduler in this terminal: one per cluster; the service starts its own')
  .option('--name <name>', 'name of the process, unique across all nodes')
  .addOption(new Option('--id <number>', 'the process that this is a run of').hideHelp())
  .addOption(new Option('--run <number>', 'the run').hideHelp())
  .action(async (options) => (await import('./commands/beat.ts')).beatCommand(options))

// Hidden: a worker starts this for a step of an import (worker/importer.ts).
program
  .command('import-step', { hidden: true })
  .argument('<id>')
  .argument('<fence>')
  .action(async (id, fence) => (await import('./commands/import-step.ts')).importStepCommand(Number(id), Number(fence)))

program
  .command('ps')
  .description('list the background processes of every node')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./commands/ps.ts')).psCommand(options))

program
  .command('migrate')
  .description('update the database schema to this version')
  .option('--plan', 'only print what would be done and which locks it takes')
  .action(async (options) => (await import('./commands/migrate.ts')).migrateCommand(options))

program
  .command('doctor')
  .description('check the installation: settings, files, disk, database, clocks, mail, model, proxy, last backup')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./commands/doctor.ts')).doctorCommand(options))

program
  .command('config')
  .description('print every setting, its value and where it came from')
  .option('--json', 'print JSON')
  .option('--markdown', 'print the table of docs/settings.md')
  .action(async (options) => (await import('./commands/config.ts')).configCommand(options))

program
  .command('openapi')
  .description('print the OpenAPI document (3.1)')
  .action(async () => (await import('./commands/openapi.ts')).openapiCommand())

program
  .command('backup')
  .description('write a consistent copy of the database to a file, also while the service runs')
  .argument('[file]', 'where to write it; default: a dated file in the data folder')
  .option('--force', 'replace the file if it exists')
  .option('--verify', 'restore it into a scratch database and compare')
  .action(async (file, options) => (await import('./commands/backup.ts')).backupCommand(file, options))

program
  .command('restore')
  .description('replace the database with a backup; stop the service first')
  .argument('<file>', 'a file that `galley backup` wrote')
  .option('--force', 'replace a database that exists')
  .action(async (file, options) => (await import('./commands/backup.ts')).restoreCommand(file, options))

program
  .command('move')
  .description('move everything to another database, SQLite or PostgreSQL; the current one is not changed')
  .requiredOption('--to <address>', 'postgres://user:password@host/database, or a data folder for SQLite')
  .addHelpText(
    'after',
    '\nStop the service first: it can only read until the move ends. Run the command again to resume a move.',
  )
  .action(async (options) => (await import('./commands/move.ts')).moveCommand(options))

program
  .command('import')
  .description('import a folder of Markdown: folders become categories, files documents; run again to update')
  .argument('<folder>', 'a folder, or a single .md, .mdx, .docx or .html file')
  .addOption(
    new Option('--preset <tool>', 'tool that the folder was written for')
      .choices(['auto', ...PRESET_NAMES])
      .default('auto'),
  )
  .option('--into <category>', 'import below this category, created if missing: "Guides / Imported"')
  .option('--redirects', 'redirect old addresses to the documents')
  .option('--prune', 'move pages to the trash that this folder brought and that are gone from it')
  .option('--yes', 'also more than 20 of them')
  .option('--dry-run', 'print the same report and write nothing')
  .option('--json', 'print the whole report as JSON')
  .addHelpText('after', '\nExit codes: 0 all imported, 1 some content was not, 2 wrong usage.')
  .action(async (folder, options) => (await import('./commands/import.ts')).importCommand(folder, options))

program
  .command('push')
  .description('import a folder into a Galley elsewhere, over its API; GALLEY_TOKEN is the API token')
  .argument('<folder>')
  .requiredOption('--to <address>', 'where it runs: https://docs.example.com')
  .addOption(
    new Option('--preset <tool>', 'tool that the folder was written for')
      .choices(['auto', ...PRESET_NAMES])
      .default('auto'),
  )
  .option('--into <category>', 'import below this category: "Guides / Imported"')
  .option('--redirects', 'redirect old addresses to the documents')
  .option('--drafts', 'publish nothing: what is new or changed becomes a draft')
  .option('--name <name>', 'name of the folder, by which later pushes find its pages')
  .option('--prune', 'move pages to the trash that were pushed under this name and are gone from the folder')
  .option('--yes', 'also more than 20 of them')
  .option('--dry-run', 'print the same report and write nothing')
  .option('--json', 'print the whole report as JSON')
  .addHelpText(
    'after',
    '\nExit codes: 0 all imported, or nothing has changed; 1 some content was not, or it failed; 2 wrong usage.',
  )
  .action(async (folder, options) => (await import('./commands/push.ts')).pushCommand(folder, options))

program
  .command('sample')
  .description("fill an empty site with Galley's own documentation, all in one category")
  .action(async () => (await import('./commands/sample.ts')).sampleCommand())

program
  .command('export')
  .description('export every document as Markdown, in folders by category; import reads it back')
  .argument('<folder>')
  .option('--force', 'write into a folder that is not empty')
  .action(async (folder, options) => (await import('./commands/export.ts')).exportCommand(folder, options))

const redirect = program.command('redirect').description('manage redirects of old addresses')

redirect
  .command('list')
  .description('list redirects, with how often each was followed')
  .argument('[search]', 'part of a path', '')
  .option('--json', 'print JSON')
  .action(async (search, options) => (await import('./commands/redirect.ts')).redirectList(search, options))

redirect
  .command('add')
  .description('redirect an old address of the site to a new one')
  .argument('<from>', 'a path, such as /docs/start')
  .argument('<to>', 'a path of this site, such as /read/start')
  .option('--prefix', 'also every path below it')
  .addOption(new Option('--status <status>', 'HTTP status').choices(['301', '308']).default('301'))
  .action(async (from, to, options) => (await import('./commands/redirect.ts')).redirectAdd(from, to, options))

redirect
  .command('remove')
  .description('remove a redirect')
  .argument('<id>', 'its number in the list')
  .action(async (id) => (await import('./commands/redirect.ts')).redirectRemove(id))

const user = program.command('user').description('manage accounts from this machine')

user
  .command('add')
  .description('create an account; asks for the password, or reads it from standard input')
  .argument('<email>')
  .option('--role <role>', 'admin, editor or reader; the first account becomes admin')
  .option('--username <username>', 'name to sign in with, instead of the email')
  .option('--name <name>', 'display name')
  .action(async (email, options) => (await import('./commands/user.ts')).userAdd(email, options))

user
  .command('list')
  .description('list accounts')
  .argument('[search]', 'part of an email, username or name', '')
  .option('--json', 'print JSON')
  .action(async (search, options) => (await import('./commands/user.ts')).userList(search, options))

user
  .command('role')
  .description("change an account's role")
  .argument('<who>', 'email or username')
  .argument('<role>', 'admin, editor or reader')
  .action(async (who, role) => (await import('./commands/user.ts')).userRole(who, role))

user
  .command('password')
  .description('set a new password and end all sessions of the account')
  .argument('<who>', 'email or username')
  .action(async (who) => (await import('./commands/user.ts')).userPassword(who))

user
  .command('disable')
  .description('disable an account and end its sessions')
  .argument('<who>', 'email or username')
  .action(async (who) => (await import('./commands/user.ts')).userDisable(who, true))

user
  .command('enable')
  .description('enable a disabled account')
  .argument('<who>', 'email or username')
  .action(async (who) => (await import('./commands/user.ts')).userDisable(who, false))

user
  .command('forget-factors')
  .description('remove the second factors of someone who has lost them')
  .argument('<who>', 'email or username')
  .action(async (who) => (await import('./commands/user.ts')).userForgetFactors(who))

program
  .command('sso-token')
  .description('create a bridge token to test single sign-on')
  .argument('<email>')
  .option('--name <name>', 'display name')
  .option('--role <role>', 'admin, editor or reader')
  .option('--next <path>', 'page to open after signing in')
  .action(async (email, options) => (await import('./commands/sso-token.ts')).ssoTokenCommand(email, options))

// A closed pipe (`| head`) is no error. Long-running commands continue without a reader or on a full disk.
const RUN_ON = ['serve', 'worker', 'beat']
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!RUN_ON.includes(process.argv[2] ?? '')) process.exit(error.code === 'EPIPE' ? 0 : 1)
  })

program.parseAsync().catch((error: unknown) => {
  if (error instanceof StartError) {
    process.stderr.write(`galley: ${error.message}\n`)
    process.exit(error.code)
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES') {
    process.stderr.write(`galley: This user${process.getuid ? ` (uid ${process.getuid()})` : ''} may not: ${message}\n`)
    process.exit(1)
  }
  process.stderr.write(`galley: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
