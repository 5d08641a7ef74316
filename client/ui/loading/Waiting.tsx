import { Button, Text, Title } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useHead } from '../../lib/head.ts'
import { useTryAgain } from '../../lib/line.ts'
import { Loading } from './Loading.tsx'

/** In the place of a page that could not be loaded yet. It comes by itself, as soon as `retry` succeeds. */
export function Waiting({ retry }: { retry: () => void }) {
  useTryAgain(retry)
  const { online } = useNetwork()
  const title = online ? 'The server does not respond' : 'You are offline'
  useHead(title)
  return (
    <>
      <Title order={1} mb="md">
        {title}
      </Title>
      <Text role="status" mb="lg">
        This page opens when the {online ? 'server' : 'line'} is back. Nothing that you did is lost.
      </Text>
      <Button variant="default" mb="xl" onClick={retry}>
        Try again
      </Button>
      <Loading cards={2} />
    </>
  )
}
