import { notifyManager, QueryClient } from '@tanstack/react-query'

/** In the same task: what was shown ahead of a response is taken back in the frame that shows the response. */
notifyManager.setScheduler(queueMicrotask)

/** What the server returned stays until somebody says that it changed: a page refetches on navigation, not on focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false
    }
  }
})
