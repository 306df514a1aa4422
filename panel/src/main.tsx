// The entry point: styles, session, application.

import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import 'galley-look/tokens.css'
import './app/panel.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { router } from './app/router.tsx'
import { start } from './session/session.ts'

// Loads the page's code while the session is requested.
void router.load()
void start()
createRoot(document.getElementById('panel')!).render(<App />)
