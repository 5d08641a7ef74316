import { Button, CloseButton } from '@mantine/core'
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs'
import { useState } from 'react'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { useNews } from '../live/unread.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { newsText, type TabLink, TabLinks } from '../ui/links/TabLinks.tsx'
import { late } from '../ui/loading/late.tsx'
import classes from './ChatSheet.module.css'

const SideChat = late(async () => (await import('./ChatBox.tsx')).SideChat)

interface Props {
  data: SessionData
  clock: SessionClock
  /** Address of the chat page. */
  path: string
  /** The tabs of the room, at the head of the sheet. */
  tabs: readonly TabLink[]
}

/** A button that opens the chat over the room, on every tab, for screens without the chat beside the room. */
export function ChatSheet({ data, clock, path, tabs }: Props) {
  const [opened, setOpened] = useState(false)
  const { count, named } = useNews(data.challengeEvent.id)
  const news = newsText(count, named)
  return (
    <div className={classes.place}>
      <Button
        variant="subtle"
        className={classes.open}
        aria-haspopup="dialog"
        aria-label={news ? `Chat, ${news.shown}${news.spoken}` : 'Chat'}
        leftSection={<IconMessageCircle size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Chat
        {news && (
          <span className={classes.news} aria-hidden>
            {news.shown}
          </span>
        )}
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Chat' } }}
        xOffset={0}
        yOffset={0}
        size="40rem"
        transitionProps={{ transition: 'slide-up', duration: 150 }}
        classNames={{ inner: classes.inner ?? '', content: classes.sheet ?? '', body: classes.body ?? '' }}
      >
        <div className={classes.head}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on any tab closes the sheet. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press by keyboard is a click on the link. */}
          <div className={classes.tabs} onClick={() => setOpened(false)}>
            <TabLinks label="Parts of this session" tabs={tabs.map(tab => ({ ...tab, current: tab.to === path }))} />
          </div>
          <CloseButton size="2.75rem" aria-label="Close" onClick={() => setOpened(false)} />
        </div>
        <SideChat data={data} clock={clock} path={path} />
      </Dialog>
    </div>
  )
}
