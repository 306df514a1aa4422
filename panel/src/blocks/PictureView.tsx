// An image block. Images of other sites are loaded only if their host was allowed, because loading tells that site who reads.

import { Button } from '@mantine/core'
import classes from './blocks.module.css'
import { allowHosts, remoteHostOf, useAllowedHosts } from './remote.ts'

export function PictureView({ url, caption }: { url: string; caption: string }) {
  const host = remoteHostOf(url)
  const isHeld = !useAllowedHosts().has(host ?? '') && host !== undefined
  if (!/^(https?:|\/(?!\/))/i.test(url)) return <p className={classes.paragraph}>{caption || url}</p>
  if (isHeld)
    return (
      <figure className={classes.figure}>
        <Button variant="default" size="xs" onClick={() => allowHosts([host])}>
          Load images from {host}
        </Button>
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    )
  return (
    <figure className={classes.figure}>
      <img src={url} alt={caption} loading="lazy" />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
