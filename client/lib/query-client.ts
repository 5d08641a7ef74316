import { notifyManager, QueryClient } from '@tanstack/react-query'

/** In the same task: what was shown ahead of an answer is taken back in the frame that shows the answer. */
notifyManager.setScheduler(queueMicrotask)

/** What the server answered stays until somebody says that it changed: a page refetches on navigation, not on focus. */
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
