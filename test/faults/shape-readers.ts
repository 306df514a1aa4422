// What reads texts of strangers, and the tokens that each looks for. Runs in processes of the sandbox, so that a reader which
// hangs or fills its memory is given up like any other; shapes.ts makes the texts and compares what they cost.

import { COMMAND_LINE } from '#actor.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import type { PresetName } from '#convert/preset-names.ts'
import { writeMarkdown } from '#features/documents/reading/markdown.ts'
import { prepareText } from '#features/documents/writing/prepare/prepare.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { rewriteText } from '#features/exchange/preview/markdown-view.ts'
import { readFile, tryReadSaved } from '#features/exchange/preview/read-file.ts'
import { buildDeps } from '../build.ts'
import { scriptCleaner } from '../cleaner.ts'
import { docxOf } from '../docx.ts'
import { folderOf } from '../folder.ts'

/** A Reader's tokens are separated by blanks; a "·" in one is a blank, and "§" a number that is another each time. */
type Reader = { tokens: string; pairs?: string; read: (text: string) => unknown }

const WORDS = 'a · · a§'
const LINES = '\n \n\n'
const MARKDOWN =
  '* ** _ ~ ~~ ` `` ``` ~~~ [ ] ]( ) ![ < > <!-- --> | |-| -· 1.· >· # ##· ::: :::·note $ $$ \\ & &#x &amp; ; : :tada: { } http:// www. @ .b [^ ]: [^a]: === --- " = - ! <b> </b> <div> </div> <details> <br> [a](b) [a]: {#a}'
const HTML =
  '<p> </p> <div> </div> <b> </b> <i> <a·href="#§"> </a> <table> <tr> <td> </td> </table> <ul> <li> </ul> <pre> <code> </pre> <blockquote> <h1> </h1> <details> <summary> <br> <hr> <img·src="b"> <figure> <script> <!-- --> < > & &amp; " = <template> <svg> <math> <span·class="a§"> <main> <article> <select> <option> <form> <input> <style> </style> <colgroup> <caption> <dl> <dt> <dd> <nobr> <font>'
/** What opens and closes something, which is also written inside itself. */
const PAIRS =
  '* ** _ ~~ ` [|](b) ![|](b) <b>|</b> <div>|</div> ( " {|} >· -· 1.· <ul><li>|</li></ul> <table><tr><td>|</td></tr></table>'
const YAML =
  '- · : , [ ] { } " \' # & * ! | > ? @ ` % & &a *a << !!map !!set --- ... a:· a§:· -· ?· \\ 0x 1e 2001-01-01 ~ null {a: [a,'
const PROGRAM =
  '{ } [ ] ( ) , : ; " \' ` ${ . ... => = // /* */ \\ a· const· export· default· import· from· function· return· new· ? ! & | + - < > text: items: link: 0x 1e5 /a/ as· satisfies·'
const TOOLS: Record<PresetName, { file: string; tokens: string; pairs?: string }> = {
  plain: { file: 'page.md', tokens: '===· >·[!NOTE]' },
  docusaurus: {
    file: 'page.mdx',
    tokens:
      'import·a·from·"b" export·const·a·= <Tabs> </Tabs> <TabItem·value="a"> </TabItem> <A·/> <A·a={ /> {/* */} {` `} :::note[ :::tip ::: {...a} title="a" =>',
    pairs: '{|} <Tabs>|</Tabs> <A·a={|}/> :::note\n|\n:::\n',
  },
  starlight: {
    file: 'page.mdx',
    tokens:
      '<Steps> </Steps> <CardGrid> </CardGrid> <Card·title="a"> </Card> <Aside> </Aside> <FileTree> </FileTree> <Tabs> </Tabs> <TabItem> { } :::note[a] <Icon·name="a"·/>',
    pairs: '<Steps>|</Steps> <Card>|</Card>',
  },
  vitepress: {
    file: 'page.md',
    tokens:
      ':::·tip :::·code-group :::·details <!--·@include:· <<<·@/a{ [[toc]] {{ }} <template·#a> </template> <div·v-if="a"> <script·setup> </script> <A·:b="c"> </A> {1,3} <Badge·text="a"·/>',
    pairs: '{{|}} <template·#a>|</template> ::::·tip\n|\n::::\n',
  },
  mkdocs: {
    file: 'page.md',
    tokens:
      '===·"a" !!!·note ???·a ···· --8<--·"a" {·.a·} {: } :::·a.b [TOC] *[a]: ++ ^^ == {-- --} {~~ ~> ~~} {++ {>> :material-a: [a][] <div·markdown> \t',
    pairs: '===·"a"\n····| !!!·note\n····| <div·markdown>|</div>',
  },
  hugo: {
    file: 'page.md',
    tokens:
      '{{< >}} {{% %}} {{</* */>}} tab tabs /tab figure· src="a" a= {{<·a·>}} {{<·/a·>}} {{%·note·%}} {{%·/note·%}} {{<·ref·"a"·>}} {{<·include·"a"·>}} +++ <!--more-->',
    pairs: '{{<·a·>}}|{{<·/a·>}} {{%·note·%}}|{{%·/note·%}}',
  },
  gitbook: {
    file: 'page.md',
    tokens:
      '{% %} {%·hint·style="a"·%} {%·endhint·%} {%·tabs·%} {%·endtabs·%} {%·tab·title="a"·%} {%·endtab·%} {%·code·%} {%·endcode·%} {%·embed·url="a"·%} {%·include·"a"·%} {{ }} <figure> <figcaption>',
    pairs: '{%·hint·%}|{%·endhint·%} {%·tabs·%}|{%·endtabs·%}',
  },
  mintlify: {
    file: 'page.mdx',
    tokens:
      '<CodeGroup> </CodeGroup> <Card·title="a"> </Card> <Accordion> </Accordion> <ParamField> </ParamField> <Note> </Note> <Steps> <Step> </Step> <Frame> { } <ResponseField·name="a">',
    pairs: '<Note>|</Note> <CodeGroup>|</CodeGroup>',
  },
}
const CONFIGURATIONS: Record<string, [PresetName, tokens: string, before: string, after: string]> = {
  'docusaurus.config.js': ['docusaurus', PROGRAM, 'export default {redirects: [', ']}'],
  'sidebars.js': ['docusaurus', PROGRAM, 'module.exports = {a: [', ']}'],
  'folder/_category_.yml': ['docusaurus', YAML, '', ''],
  '.vitepress/config.ts': ['vitepress', PROGRAM, 'export default {sidebar: [', ']}'],
  'astro.config.mjs': ['starlight', PROGRAM, 'export default {sidebar: [', ']}'],
  'mkdocs.yml': ['mkdocs', YAML, 'nav:\n', ''],
  'hugo.toml': ['hugo', `${YAML} [[ ]] = """ ''' [a] [a.b] a.`, '', ''],
  'SUMMARY.md': ['gitbook', MARKDOWN, '', ''],
  'docs.json': ['mintlify', YAML, '{"navigation": [', ']}'],
}

const cleaner = scriptCleaner()
process.on('disconnect', () => void cleaner.clean())
let deps: ReturnType<typeof buildDeps> | undefined
const depsOnce = () => {
  deps ??= buildDeps(cleaner)
  return deps
}

/** imported reads a folder of one file the whole way that an import goes, but for writing. */
async function imported(preset: PresetName, files: Record<string, string>): Promise<void> {
  const own = scriptCleaner()
  const report = await importFolder(await depsOnce(), COMMAND_LINE, folderOf(own, files), {
    preset,
    isDry: true,
    redirects: true,
  })
  await own.clean()
  if (report.pages.length + report.failed.length === 0) throw new Error('nothing was read')
}

const jsonOf = (text: string) => [
  { id: 'a', type: 'paragraph', props: {}, content: [{ type: 'text', text, styles: {} }], children: [] },
]
/** before is the same text with another word, as one that was saved before. */
const before = (text: string) => JSON.stringify(blocksFromMarkdown(`${text.replaceAll('a', 'c')}\n\nx\n`))

export const READERS: Record<string, Reader> = {
  save: { tokens: MARKDOWN, read: (markdown) => prepareText({ markdown }) },
  'save over': { tokens: MARKDOWN, read: (markdown) => prepareText({ markdown, over: before(markdown) }) },
  preview: { tokens: MARKDOWN, read: (markdown) => readFile(markdown) },
  'Markdown view': {
    tokens: MARKDOWN,
    read: (markdown) => rewriteText(JSON.stringify({ blocks: JSON.parse(before(markdown)), markdown })),
  },
  'blocks as Markdown': { tokens: MARKDOWN, read: (text) => writeMarkdown(JSON.stringify(jsonOf(text))) },
  'blocks saved': { tokens: MARKDOWN, read: (text) => prepareText(JSON.stringify({ blocks: jsonOf(text) })) },
  YAML: { tokens: YAML, pairs: '{|} [|] ?·', read: (text) => readFile(`---\n${text}\n---\na`) },
  TOML: {
    tokens: `${YAML} [[ ]] = a§·=·1 """ ''' [a] [a§] [[a]] a.`,
    pairs: '{a=|} [|]',
    read: (text) => readFile(`+++\n${text}\n+++\na`),
  },
  HTML: { tokens: HTML, read: (text) => tryReadSaved(Buffer.from(`<!doctype html><html><body>${text}`)) },
  docx: {
    tokens:
      'a &amp; a§ </w:t></w:r></w:p><w:p><w:r><w:t> </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t> </w:t><w:br/><w:t> </w:t><w:tab/><w:t> </w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p><w:r><w:t> </w:t></w:r><w:hyperlink·r:id="rId§"><w:r><w:t>a</w:t></w:r></w:hyperlink><w:r><w:t> </w:t></w:r><w:r><w:footnoteReference·w:id="§"/><w:t>',
    pairs:
      '</w:t></w:r><w:hyperlink><w:r><w:t>|</w:t></w:r></w:hyperlink><w:r><w:t> </w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>|</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:r><w:t> </w:t></w:r><w:ins><w:r><w:t>|</w:t></w:r></w:ins><w:r><w:t>',
    read: (text) => tryReadSaved(docxOf([text])),
  },
  ...Object.fromEntries(
    Object.entries(TOOLS).map(([preset, { file, tokens, pairs }]) => [
      preset,
      {
        tokens: `${MARKDOWN} ${tokens}`,
        pairs: pairs ?? '',
        read: (text: string) => imported(preset as PresetName, { [file]: text }),
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(CONFIGURATIONS).map(([file, [preset, tokens, start, end]]) => [
      file,
      {
        tokens,
        pairs: '{text:·"a",·items:·[|]} [|] {|} (|)',
        read: (text: string) => imported(preset, { [file]: start + text + end, 'folder/page.md': '# A\n' }),
      },
    ]),
  ),
}

const wordsOf = (list: string): string[] => list.split(/ /).map((one) => one.replaceAll('·', ' '))
/** tokensOf are those of the reader and those that all have. */
export const tokensOf = (reader: string): string[] => wordsOf(`${WORDS} ${LINES} ${READERS[reader]!.tokens}`)
export const pairsOf = (reader: string): [open: string, close: string][] =>
  wordsOf(`${PAIRS} ${READERS[reader]!.pairs ?? ''}`.trim()).map((pair) => {
    const [open = '', close = open] = pair.split('|')
    return [open, close]
  })

/** costOf is the CPU time that the reader takes, in microseconds. That something is nested too deeply is an answer as well. */
export async function costOf({ reader, text }: { reader: string; text: string }): Promise<number> {
  const from = process.cpuUsage()
  await Promise.try(READERS[reader]!.read, text).catch((error) => {
    if (!(error instanceof RangeError)) throw error
  })
  const { user, system } = process.cpuUsage(from)
  return user + system
}
