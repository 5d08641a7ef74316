import { notifyManager, QueryClient } from '@tanstack/react-query'

/**
 * Notifies in the same task, so that state from before a response disappears in the frame that shows the response.
 */
notifyManager.setScheduler(queueMicrotask)

/** Data stays valid until code marks it as changed. A page reloads on navigation, not on focus. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Otherwise the browser's offline state would delay navigations silently.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false
      }
    }
  })

export const queryClient = createQueryClient()
