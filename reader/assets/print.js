const button = document.querySelector('.print-now')
button.hidden = false
button.addEventListener('click', () => print())
