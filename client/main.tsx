import '@fontsource-variable/fraunces/wght.css'
import '@fontsource-variable/inter/wght.css'
import './mantine-styles.ts'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { watchLogin } from './accounts/login-watch.ts'
import { onSignedIn } from './accounts/sign-in.ts'
import { config, isShell } from './lib/embedded.ts'
import { LONGEST, within } from './lib/line.ts'
import { reloadAllPages } from './lib/page-cache.ts'
import { queryClient } from './lib/query-client.ts'
import { addPageSample } from './lib/server-clock.ts'
import { registerWorker } from './lib/service-worker.ts'
import { startOutbox } from './outbox/outbox.ts'
import { createRoutes } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'
import { FirstLoad } from './ui/FirstLoad.tsx'
import { waitFor } from './ui/late.tsx'
import { Waiting } from './ui/Waiting.tsx'

addPageSample(config.server_time)
onSignedIn(() => void reloadAllPages())
startOutbox()
watchLogin()
registerWorker()

function Routes() {
  const [router] = useState(() => createBrowserRouter(createRoutes()))
  return <RouterProvider router={router} />
}

/** The shell does not know whose it is, and nothing can be done before that is known. */
const ShellRoutes = waitFor(
  async () => {
    const { reloadUser } = await import('./accounts/accounts.ts')
    await within(LONGEST, reloadUser())
    return Routes
  },
  ({ retry }) => (
    <main>
      <FirstLoad>
        <Waiting retry={retry} />
      </FirstLoad>
    </main>
  ),
  <FirstLoad />
)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>{isShell ? <ShellRoutes /> : <Routes />}</QueryClientProvider>
    </MantineProvider>
  )
}
