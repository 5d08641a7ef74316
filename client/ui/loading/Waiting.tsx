import { Button, Text, Title } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useTryAgain } from '../../lib/connection.ts'
import { useHead } from '../../lib/head.ts'
import { Loading } from './Loading.tsx'

interface Props {
  retry: () => void
  /** The server responds but the page's code is missing, because a new version is being deployed. */
  isGone?: boolean
}

/** Replaces a page that could not be loaded yet. The page appears as soon as `retry` succeeds. */
export function Waiting({ retry, isGone = false }: Props) {
  useTryAgain(retry)
  const { online } = useNetwork()
  const responding = isGone ? 'This page couldn’t be loaded' : 'The server isn’t responding'
  const title = online ? responding : 'You’re offline'
  const expected = isGone ? 'the new version is complete' : 'the server is back'
  useHead(title)
  return (
    <>
      <Title order={1} mb="md">
        {title}
      </Title>
      <Text role="status" mb="lg">
        {online ? `This page opens when ${expected}.` : 'We’ll load this when you reconnect.'} Nothing you did is lost.
      </Text>
      <Button variant="default" mb="xl" onClick={retry}>
        Try again
      </Button>
      <div aria-hidden>
        <Loading cards={2} />
      </div>
    </>
  )
}
