// The print view's button.

const button = document.querySelector('.print-now')
button.hidden = false
button.addEventListener('click', () => print())
