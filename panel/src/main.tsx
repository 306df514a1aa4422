// The panel's start: styles, session, then the application.

import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './app/panel.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { start } from './session/session.ts'

void start()
createRoot(document.getElementById('panel')!).render(<App />)
