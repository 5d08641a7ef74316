/** The routes of the client: those of the table, the gallery in development, and "not found". */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { own } from '../domain/lib/own.ts'
import { SignInPrompt } from './accounts/SignInPrompt.tsx'
import { pageLoader } from './lib/page.ts'
import { routeTable } from './route-table.ts'
import { Layout } from './shell/Layout.tsx'
import { ErrorScreen, NotFound, RootError } from './ui/loading/ErrorScreen.tsx'
import { FirstLoad } from './ui/loading/FirstLoad.tsx'
import { type PageEntry, type PageLoader, pageRoutes } from './ui/loading/page-route.ts'

/** The files of pages. The last pattern leaves out the frames of pages. */
const files = {
  ...import.meta.glob<Record<string, ComponentType>>([
    './*/**/*Page.tsx',
    '!./gallery/*',
    '!./**/{Form,Legal,My}Page.tsx'
  ]),
  ...(import.meta.env.DEV && import.meta.glob<Record<string, ComponentType>>('./gallery/GalleryPage.tsx'))
}

const gallery: PageEntry = { paths: ['/gallery'], module: 'gallery/GalleryPage.tsx', fixed: true }

const pages = (import.meta.env.DEV ? [...routeTable, gallery] : routeTable).map(page => ({
  ...page,
  load: () => load(page.module)
}))

async function load(module: string): Promise<ComponentType> {
  const file = await files[`./${module}`]?.()
  const component = own(file, module.replace(/^.*\/|\.tsx$/g, ''))
  if (!component) throw new Error(`${module} is no page`)
  return component
}

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
