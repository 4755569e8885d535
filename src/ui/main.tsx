import './styles/index.css'
import { Provider } from 'jotai'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { listenForCommands } from './commands/listen'
import { rememberConnection } from './state/actions/resume'
import { start } from './state/actions/start'
import { startTheme } from './state/actions/theme'
import { store } from './state/store'

startTheme()
listenForCommands()
rememberConnection()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Provider store={store}>
      <App />
    </Provider>,
  )

void start()
