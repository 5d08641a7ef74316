import '@fontsource-variable/fraunces/wght.css'
import '@fontsource-variable/inter/wght.css'
import './mantine-styles.ts'
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { watchLogin } from './accounts/login-watch.ts'
import { onSignedIn } from './accounts/sign-in.ts'
import { config, hasEmbedded } from './lib/embedded.ts'
import { reloadForMissingChunks } from './lib/missing-chunk.ts'
import { reloadAllPages } from './lib/page-cache.ts'
import { queryClient } from './lib/query-client.ts'
import { addPageSample } from './lib/server-clock.ts'
import { startOutbox } from './outbox/outbox.ts'
import { routes } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

addPageSample(config.server_time)
onSignedIn(() => void reloadAllPages())
reloadForMissingChunks()
startOutbox()
watchLogin()

async function start(root: HTMLElement): Promise<void> {
  if (!hasEmbedded) await import('./accounts/accounts.ts').then(accounts => accounts.reloadUser()).catch(() => {})
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (root) void start(root)
