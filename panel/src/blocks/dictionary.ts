// Overrides of the editor's own texts.

import { en } from '@blocknote/core/locales'

const { formatting_toolbar: tools, slash_menu: menu, file_panel: panel, file_blocks: files } = en

/** An image's name is its alt text on the site, and a video may be any page. */
export const dictionary = {
  ...en,
  slash_menu: {
    ...menu,
    paragraph: { ...menu.paragraph, title: 'Text', subtext: 'A paragraph' },
    video: {
      ...menu.video,
      title: 'Video or web page',
      subtext: 'A file, or a page of another site in a frame',
      aliases: [...menu.video.aliases, 'embed', 'iframe', 'youtube', 'vimeo'],
    },
  },
  file_blocks: { ...files, add_button_text: { ...files.add_button_text, video: 'Add video or web page' } },
  file_panel: {
    ...panel,
    embed: { ...panel.embed, embed_button: { ...panel.embed.embed_button, video: 'Embed video or web page' } },
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
