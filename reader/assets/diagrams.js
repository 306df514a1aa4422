// Draws each diagram of a page above its source; follows packages/look/diagram.js in the loaded file. If drawing fails, the
// source stays, with the reason.

for (const [index, figure] of document.querySelectorAll('figure.diagram').entries()) {
  const text = figure.querySelector('details')
  const note = document.createElement('p')
  note.className = 'diagram-note'
  const shown = diagramFrame(`Diagram ${index + 1}, described by the text below`, {
    onDrawn() {
      figure.classList.add('drawn')
      text.open = false
    },
    onFailed(reason) {
      shown.remove()
      text.open = true
      note.textContent = `This diagram can't be drawn. ${reason}`
      figure.prepend(note)
    },
  })
  figure.prepend(shown.frame)
  shown.draw(figure.querySelector('code').textContent)
}
