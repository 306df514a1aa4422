// The mail that carries a code: a text part, and an HTML part that is readable on a phone. The subject does not hold the code,
// because mail servers log subjects.

import type { Mail } from '../../deps.ts'

export function codeMail(siteName: string, to: string, code: string, minutes: number): Mail {
  const site = siteName.replace(/[\r\n]+/g, ' ')
  return {
    to,
    subject: `Your sign-in code for ${site}`,
    text: [
      `Your code for ${site} is`,
      '',
      `    ${code}`,
      '',
      `It is valid for ${minutes} minutes and works once.`,
      'If you did not ask for it, ignore this mail: without the code nobody gets in.',
      '',
    ].join('\n'),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign-in code</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#ffffff">
<p style="margin:0 0 8px">Your code for ${escaped(site)} is</p>
<p style="margin:0 0 16px;font:700 36px/1.3 ui-monospace,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 8px">It is valid for ${minutes} minutes and works once.</p>
<p style="margin:0;color:#595959">If you did not ask for it, ignore this mail: without the code nobody gets in.</p>
</body>
</html>
`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
