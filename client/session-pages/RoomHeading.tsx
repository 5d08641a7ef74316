import { ActionIcon, Title } from '@mantine/core'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Crumb } from '../ui/PageHeading.tsx'
import classes from './RoomHeading.module.css'

interface Props {
  title: string
  /** Where the arrow leads: the activity of the session, or the list of sessions. */
  back: Crumb
  status: ReactNode
  menu: ReactNode
}

/** The heading of a room. On phones it is a bar of 48 px that replaces the header of the site (D-144). */
export function RoomHeading({ title, back, status, menu }: Props) {
  return (
    <div className={`${classes.bar} room-heading`}>
      <ActionIcon component={Link} to={back.to ?? '/sessions'} color="gray" aria-label={`Back to ${back.title}`}>
        <IconArrowLeft size={22} aria-hidden />
      </ActionIcon>
      <div className={classes.what}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {status}
      </div>
      <div className={classes.menu}>{menu}</div>
    </div>
  )
}
