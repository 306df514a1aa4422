// A readable name of a browser or program, for the list of sessions.

const BROWSERS: [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]
const LONGEST = 60

/** Like `Firefox on Linux`, or the first word of the user agent. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 400)
  const named = (patterns: [string, RegExp][]) => patterns.find(([, pattern]) => pattern.test(text))?.[0]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return text
    .replace(/[^\x20-\x7e]/g, '')
    .split(' ')[0]!
    .slice(0, LONGEST)
}
