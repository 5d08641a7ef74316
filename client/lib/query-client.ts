import { QueryClient } from '@tanstack/react-query'

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
