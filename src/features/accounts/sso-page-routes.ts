// The page that asks before a link signs a browser in to an account that was never used in it. Prevents login CSRF: someone
// could send a link with their own token, and the victim would write into the sender's account.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from 'galley-blocks/html/inline.ts'
import { accentVariants } from 'galley-look/accent.ts'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { type Brand, readBrand } from '#features/brand/brand.ts'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export const ConfirmationPage = Type.Unsafe<undefined>(
  Type.String({ description: 'A page that names the account and asks whether to sign in.' }),
)

/** Browsers ask for HTML when someone follows a link; programs don't. */
export const acceptsPages = ({ headers: { accept = '' } }: FastifyRequest): boolean => accept.includes('text/html')

export async function sendConfirmation(
  deps: Pick<Deps, 'config' | 'db'>,
  reply: FastifyReply,
  email: string,
  { token, next }: { token: string; next: string },
) {
  const brand = await readBrand(deps)
  reply.header('cache-control', 'no-store').header('content-security-policy', POLICY)
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .send(page(brand, email, token, next) as never)
}

const page = ({ name: site, accent }: Brand, email: string, token: string, next: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in</title>
<style>:root{color-scheme:light dark}body{margin:12vh auto;max-width:26rem;padding:0 1.5rem;font:16px/1.5 system-ui,sans-serif}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:8px;background:${accentVariants(accent).light};color:#fff;font-weight:600}
p{overflow-wrap:anywhere}</style></head>
<body><main>
<h1>Sign in to ${escapeHtml(site)}</h1>
<p>This link signs you in as <strong>${escapeHtml(email)}</strong>. Continue only if that is you.</p>
<form method="post" action="/api/auth/sso-confirm">
<input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="next" value="${escapeHtml(next)}">
<p><button>Continue as ${escapeHtml(email)}</button></p>
</form>
<p><a href="/">Cancel</a></p>
</main></body>
</html>
`
