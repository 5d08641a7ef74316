import { notifyManager, QueryClient } from '@tanstack/react-query'

/** In the same task, so that what was shown before a response disappears in the frame that shows the response. */
notifyManager.setScheduler(queueMicrotask)

/** Data stays valid until somebody says that it changed: a page is loaded again on navigation, not on focus. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // The browser's idea of being offline would hold a navigation up without a word.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false
      }
    }
  })

export const queryClient = createQueryClient()
