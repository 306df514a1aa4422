// What the documentation of Docusaurus and Vue is full of, as it is written there: each was lost, shown as source or led nowhere.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { build, onEngines } from '../../test/build.ts'
import type { Cleaner } from '../../test/cleaner.ts'
import { folderOf } from '../../test/folder.ts'

onEngines('an import', (engine) => {
  /** imported is the report, and what a document says as Markdown. */
  async function imported(t: Cleaner, files: Record<string, string>, below = '', redirects = false) {
    const { db, clock, config, app, person } = await build(t, { engine })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, join(folderOf(t, files), below), {
      redirects,
    })
    assert.deepEqual(report.failed, [])
    const { headers } = await person('editor')
    const get = async (slug: string) => (await app.inject({ url: `/api/docs/${slug}`, headers })).json()
    const markdownOf = async (slug: string) => blocksToMarkdown((await get(slug)).blocks)
    const status = async (url: string) => (await app.inject({ url })).headers.location
    return { report, get, markdownOf, status }
  }
  const docusaurus = (pages: Record<string, string>) => ({
    'docusaurus.config.js': 'module.exports = {}',
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`docs/${name}`, text])),
  })

  test('knows the tool by its nearest configuration and by what its pages say, and reports why', async (t) => {
    const vue = "# Home\n\n<script setup>\nimport Home from '@theme/components/Home.vue'\n</script>\n"
    const files = { 'docusaurus.config.js': '', 'vue/.vitepress/config.ts': '', 'vue/src/index.md': vue }
    const { report } = await imported(t, files, 'vue/src')
    assert.deepEqual(
      { preset: report.preset, because: report.because },
      { preset: 'vitepress', because: '.vitepress is beside the folder' },
    )
    const bare = await imported(t, { 'index.md': vue, 'other.md': 'Text.' })
    assert.deepEqual(
      { preset: bare.report.preset, because: bare.report.because },
      { preset: 'vitepress', because: '1 of 2 pages are written for it' },
    )
    const hugo = '{{< note >}}\nText.\n{{< /note >}}\n'
    const around = await imported(t, { 'docusaurus.config.js': '', 'site/a.md': hugo, 'site/b.md': hugo }, 'site')
    assert.equal(around.report.preset, 'hugo', 'what is above the folder may belong to something else')
  })

  test('is not led by a few pages that only show the syntax of a tool', async (t) => {
    const pages = Object.fromEntries([...'abcdefghijkl'].map((name) => [`${name}.md`, 'Text.']))
    const { report } = await imported(t, { ...pages, 'a.md': '`{{< note >}}`\n' })
    assert.deepEqual(
      { preset: report.preset, because: report.because },
      { preset: 'plain', because: 'only 1 of 12 pages could be written for hugo' },
    )
  })

  test('leaves out only what nothing was read from', async (t) => {
    const pages = {
      'how/_category_.json': '{"label": "How to"}',
      'how/a.mdx': "import Part from './_part.mdx'\n\n<Part />\n",
    }
    const parts = { 'how/_part.mdx': 'A part.\n', 'how/_later.mdx': '# Not yet\n', 'data.json': '{}' }
    const skippedIn = async (files: Record<string, string>, below: string) =>
      (await imported(t, files, below)).report.skipped.map(({ path }) => path).sort()
    assert.deepEqual(await skippedIn(docusaurus({ ...pages, ...parts }), 'docs'), ['data.json', 'how/_later.mdx'])
    const include = '# A\n\n{% include ".gitbook/includes/part.md" %}\n'
    const gitbook = { 'SUMMARY.md': '* [A](a.md)\n', 'a.md': include, '.gitbook/includes/part.md': 'A part.\n' }
    assert.deepEqual(await skippedIn({ ...gitbook, '.gitbook/includes/other.md': 'x' }, ''), [
      '.gitbook/includes/other.md',
    ])
  })

  test('reads mdx-code-block as content, in .md as in .mdx, and leaves examples of it alone', async (t) => {
    const page =
      '# Page\n\n```mdx-code-block\nimport Tabs from "@theme/Tabs"\n\n<Admonition type="tip">\n\nHear.\n\n</Admonition>\n```\n'
    const example = '\n````md\n```mdx-code-block\n<b>x</b>\n```\n````\n'
    const { markdownOf } = await imported(t, docusaurus({ 'a.md': page + example, 'b.mdx': page }), 'docs')
    assert.equal(await markdownOf('b'), ':::tip\nHear.\n:::\n')
    assert.equal(await markdownOf('a'), `:::tip\nHear.\n:::\n${example}`)
  })

  test('marks the lines that comments in code name', async (t) => {
    const code = '// highlight-next-line\none\ntwo\n/* highlight-start */\nthree\nfour\n/* highlight-end */\nfive'
    const shown = '```md\n// highlight-next-line\n```\n'
    const { markdownOf } = await imported(
      t,
      docusaurus({ 'a.mdx': `# A\n\n\`\`\`js\n${code}\n\`\`\`\n\n${shown}` }),
      'docs',
    )
    assert.equal(await markdownOf('a'), `\`\`\`js {1,3-4}\none\ntwo\nthree\nfour\nfive\n\`\`\`\n\n${shown}`)
  })

  test('takes a quoted expression for its text, on a line of its own, too', async (t) => {
    const { markdownOf, report } = await imported(
      t,
      docusaurus({ 'a.md': "# A\n\n{'Alone.'}\n\nIn {'a line'}.\n" }),
      'docs',
    )
    assert.equal(await markdownOf('a'), 'Alone.\n\nIn a line.\n')
    assert.deepEqual(report.unknown, [])
  })

  test('follows links from the top of the documentation, and keeps the address that a slug gives', async (t) => {
    const pages = {
      'guides/deep/page.mdx': '# Page\n\n[Other](api/other.mdx#part) and [site](@site/docs/api/other.mdx).\n',
      'api/other.mdx': '---\nslug: /api/@scope/other\n---\n# Other\n\nText.\n',
    }
    const { markdownOf, report, status } = await imported(t, docusaurus(pages), 'docs', true)
    assert.deepEqual(report.warnings, [])
    assert.equal(await markdownOf('guides-deep-page'), '[Other](/read/api-other#part) and [site](/read/api-other).\n')
    assert.equal(await status('/docs/api/@scope/other'), '/read/api-other')
  })

  test('keeps a video as an embed, and the words of a home page that its front matter holds', async (t) => {
    const video = '# A\n\n<LiteYouTubeEmbed id="abc" title="A talk" />\n'
    const { markdownOf } = await imported(t, docusaurus({ 'a.mdx': video }), 'docs')
    const talk = '<iframe src="https://www.youtube-nocookie.com/embed/abc" title="A talk"></iframe>\n'
    assert.equal(await markdownOf('a'), talk)
    const player = '# A\n\n<iframe width="9" src="https://player.vimeo.com/video/12" title="A film"></iframe>\n'
    const film = '<iframe src="https://player.vimeo.com/video/12" title="A film"></iframe>\n'
    assert.equal(await (await imported(t, { 'a.md': player })).markdownOf('a'), film)
    const hero =
      '---\nlayout: home\nhero:\n  name: Vite\n  text: Build tool\n  tagline: Fast.\n  actions:\n    - text: Start\n      link: /guide\nfeatures:\n  - title: Instant\n    details: No waiting.\n---\n'
    const home = await imported(t, { '.vitepress/config.ts': '', 'index.md': hero, 'guide.md': '# Guide\n\nText.\n' })
    assert.equal((await home.get('index')).title, 'Vite')
    assert.equal(
      await home.markdownOf('index'),
      ':::hero[Vite]\n**Build tool**\n\nFast.\n\n- [Start](/read/guide)\n:::\n\n:::cards\n- Instant\n\n  No waiting.\n:::\n',
    )
  })

  test('puts the text of a partial where a .md page shows it', async (t) => {
    const pages = {
      'a.md': '# A\n\nimport Part from "./_part.md"\n\n<!-- a note -->\n\n<Part />\n\n## End {#end}\n',
      '_part.md': 'Words of the part.\n',
    }
    const { markdownOf, report } = await imported(t, docusaurus(pages), 'docs')
    assert.equal(await markdownOf('a'), 'Words of the part.\n\n## End {#end}\n')
    assert.equal(report.comments, 1)
  })

  test('shows what an unknown component holds, and names it once', async (t) => {
    const wrapped = (words: string) => `# ${words}\n\n<BrowserWindow url="x">\n\n${words} inside.\n\n</BrowserWindow>\n`
    const { markdownOf, report } = await imported(
      t,
      docusaurus({ 'a.mdx': wrapped('One') + wrapped('Two'), 'b.mdx': wrapped('Three') }),
      'docs',
    )
    assert.match(await markdownOf('a'), /One inside\..*Two inside\./s)
    assert.deepEqual(report.unknown, [
      { path: 'a.mdx', line: 3, reason: '<BrowserWindow url="x"> (3 times in 2 files)' },
    ])
  })
})
