// The editor's own words, where ours differ.

import { en } from '@blocknote/core/locales'

const { formatting_toolbar: tools } = en

/** dictionary: what the editor calls a picture's name is its description on the site. */
export const dictionary = {
  ...en,
  slash_menu: {
    ...en.slash_menu,
    paragraph: { ...en.slash_menu.paragraph, title: 'Text', subtext: 'A paragraph' },
  },
  link_toolbar: {
    ...en.link_toolbar,
    form: { ...en.link_toolbar.form, url_placeholder: 'Find a document or paste an address' },
  },
  formatting_toolbar: {
    ...tools,
    code: { ...tools.code, secondary_tooltip: 'Mod+E' },
    file_rename: {
      tooltip: { ...tools.file_rename.tooltip, image: 'Edit alt text' },
      input_placeholder: {
        ...tools.file_rename.input_placeholder,
        image: 'Describe the image',
      },
    },
  },
}
