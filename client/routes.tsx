/** The routes of the client: those of the table, the gallery in development, and "not found". */
import type { RouteObject } from 'react-router'
import { SignInPrompt } from './accounts/SignInPrompt.tsx'
import { pageLoader } from './lib/page.ts'
import { routeTable } from './route-table.ts'
import { Layout } from './shell/Layout.tsx'
import { ErrorScreen, NotFound, RootError } from './ui/ErrorScreen.tsx'
import { FirstLoad } from './ui/loading/FirstLoad.tsx'
import { type PageLoader, type PageRoute, pageRoutes } from './ui/loading/page-route.ts'

const gallery: PageRoute = {
  paths: ['/gallery'],
  module: 'gallery/GalleryPage.tsx',
  load: async () => (await import('./gallery/GalleryPage.tsx')).GalleryPage,
  fixed: true
}

const pages = import.meta.env.DEV ? [...routeTable, gallery] : routeTable

/**
 * Creates the routes of one router, which changes them when pages load.
 * @param loader returns the loader of a page
 */
export const createRoutes = (loader: PageLoader = pageLoader): RouteObject[] => [
  {
    element: <Layout />,
    HydrateFallback: FirstLoad,
    errorElement: <RootError />,
    children: [
      {
        errorElement: <ErrorScreen signIn={<SignInPrompt actionText="to open this page" />} />,
        children: [...pages.flatMap(page => pageRoutes(page, pages, loader)), { path: '*', element: <NotFound /> }]
      }
    ]
  }
]
