import '@fontsource-variable/fraunces/wght.css'
import '@fontsource-variable/inter/wght.css'
import './fonts.css'
import './mantine-styles.ts'
import './styles.css'
import { startTransition, useState } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { App } from './App.tsx'
import { watchLogin } from './accounts/login-watch.ts'
import { onSignedIn } from './accounts/sign-in.ts'
import { onPicturesLeftOut } from './lib/api.ts'
import { addPageSample } from './lib/dates/server-clock.ts'
import { repeatEarly } from './lib/early.ts'
import { config, isRendered, isShell, mayLackWrite } from './lib/embedded.ts'
import { Hydrating } from './lib/hydrated.ts'
import { watchKept } from './lib/kept/kept.ts'
import { queryClient, reloadAllPages } from './lib/page-cache.ts'
import { registerWorker } from './lib/service-worker.ts'
import { startOutbox } from './outbox/outbox.ts'
import { routeTable } from './route-table.ts'
import { createRoutes } from './routes.tsx'
import { DialogWindow } from './ui/Dialog.tsx'
import { FirstLoad } from './ui/loading/FirstLoad.tsx'
import { waitFor } from './ui/loading/late.tsx'
import { Waiting } from './ui/loading/Waiting.tsx'
import { OpenMenu } from './ui/menu/DotsMenu.tsx'

type ReactDom = typeof import('react-dom/client')

const createRouter = () => createBrowserRouter(createRoutes())

interface RoutesProps {
  /** A router that has loaded its first page; by default a new one. */
  router?: ReturnType<typeof createRouter>
}

function Routes({ router: given }: RoutesProps) {
  const [router] = useState(() => given ?? createRouter())
  return <RouterProvider router={router} />
}

/** The shell does not know its user, so it loads the user before it renders pages. */
const ShellRoutes = waitFor(
  async () => {
    const { findUser } = await import('./accounts/accounts.ts')
    await findUser()
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

/** Keeps the server's HTML until the page's code has loaded and its data is read. */
async function hydrate(container: HTMLElement, { hydrateRoot }: ReactDom): Promise<void> {
  const router = createRouter()
  await new Promise<void>(resolve => {
    if (router.state.initialized) resolve()
    else {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return
        // The router keeps an address that comes while nobody listens, and gives it to the page once it is hydrated.
        stop()
        resolve()
      })
    }
  })
  // A transition hydrates in small pieces and leaves time to scroll between them. At once it would block a slow phone
  // for half a second.
  startTransition(() => {
    hydrateRoot(
      container,
      <App client={queryClient}>
        <Hydrating onDone={onHydrated}>
          <Routes router={router} />
        </Hydrating>
      </App>
    )
  })
}

/** Presses on the server's HTML are repeated first, so that none is lost to the reload. */
function onHydrated(): void {
  repeatEarly()
  if (mayLackWrite()) void reloadAllPages()
}

async function start(): Promise<void> {
  addPageSample(config.server_time)
  onSignedIn(() => void reloadAllPages())
  startOutbox()
  onPicturesLeftOut(
    text => void import('./uploads/left-out-pictures.tsx').then(({ showLeftOutPictures }) => showLeftOutPictures(text))
  )
  watchLogin()
  watchKept(new Map(routeTable.flatMap(({ paths, keep }) => (keep ? [[paths[0], keep]] : []))))
  registerWorker()
  loadForPresses()
  const root = document.getElementById('root')
  const reactDom = await import('react-dom/client')
  if (root && isRendered()) {
    await hydrate(root, reactDom)
  } else if (root) {
    repeatEarly()
    reactDom.createRoot(root).render(<App client={queryClient}>{isShell ? <ShellRoutes /> : <Routes />}</App>)
  }
}

/** Loads menus and dialogs when someone points at a button that opens one, so that the press shows it at once. */
function loadForPresses(): void {
  const signs = ['pointerover', 'pointerdown', 'focusin'] as const
  const look = ({ target }: Event): void => {
    if (!(target instanceof Element && target.closest('[aria-haspopup]'))) return
    for (const sign of signs) window.removeEventListener(sign, look)
    void DialogWindow.preload()
    void OpenMenu.preload()
  }
  for (const sign of signs) window.addEventListener(sign, look)
}

// Starts in a separate task, so that the browser can paint and handle events between this file's modules, `start`, and
// React's own module. React creates errors while its module runs. A tool that records their stacks would make V8 parse
// all functions of the page's largest file again if that file were still running.
setTimeout(() => void start())
