// Settings of the public site.

import { isColour } from 'galley-look/accent.ts'
import { languageTag } from '#languages/tag.ts'
import { oneOf, someOf, text } from './kinds.ts'

export const SITE_SETTINGS = {
  siteName: text(
    'GALLEY_SITE_NAME',
    '',
    'Name of the site, shown in the panel and in mails, too. Empty: as set in the panel, else Galley.',
  ),
  siteLang: {
    ...text(
      'GALLEY_SITE_LANG',
      'en',
      'Language of the public site, for documents that name none: a tag such as de or pt-BR.',
    ),
    wanted: 'a language tag such as de or pt-BR',
    read: languageTag,
  },
  siteLogo: text(
    'GALLEY_SITE_LOGO',
    '',
    'Address of a logo, on this site or an image file in the data folder. Empty: as set in the panel.',
  ),
  siteLogoDark: text(
    'GALLEY_SITE_LOGO_DARK',
    '',
    'Address of a logo for dark pages, as above. Empty: as set in the panel, else the same logo.',
  ),
  siteAccent: {
    ...text('GALLEY_SITE_ACCENT', '', 'Accent colour as #rrggbb. Empty: as set in the panel, else #3f50bd.'),
    wanted: 'empty or a colour like #3f50bd',
    read: (value: string) => (value === '' || isColour(value) ? value : undefined),
  },
  siteApprovers: oneOf(
    'GALLEY_SITE_APPROVERS',
    ['on', 'off'],
    'on',
    'Whether the public site names who approved a text.',
  ),
  siteReviewMarks: oneOf(
    'GALLEY_SITE_REVIEW_MARKS',
    ['on', 'off'],
    'off',
    'Whether the public site shows when a text was last checked, and that it is under review.',
  ),
  siteFeedback: oneOf(
    'GALLEY_SITE_FEEDBACK',
    ['on', 'off'],
    'off',
    'Whether pages of the public site ask if they helped, and what is missing.',
  ),
  siteSuggestions: oneOf(
    'GALLEY_SITE_SUGGESTIONS',
    ['off', 'readers', 'everyone'],
    'off',
    'Who may suggest an edit on the public site, which editors then review: nobody, people who are signed in, or everyone.',
  ),
  sitePageFacts: someOf(
    'GALLEY_SITE_PAGE_FACTS',
    ['updated', 'author', 'version', 'edit', 'history'],
    'updated,version,edit',
    'What a page says about itself: its last change, who made it, its version, and for editors the links to edit it and to its history.',
  ),
  siteAssistants: someOf(
    'GALLEY_SITE_ASSISTANTS',
    ['chatgpt', 'claude'],
    'chatgpt,claude',
    'Assistants that a visitor can open a public page in.',
  ),
  siteFooter: text('GALLEY_SITE_FOOTER', '', 'A line of text in the footer. Empty: as set in the panel.'),
}
