// The frame of every menu behind a button, and its items. It is fetched when the button is pressed (lazyMenu), so that no page
// loads the library's menu before someone wants one.

import { Menu, type MenuItemProps, type MenuProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

type Props = Pick<MenuProps, 'width' | 'position'> & { button: ReactElement; children: ReactNode }

/** ActionMenu opens once its button is there and has the focus, which then goes back to it. */
export function ActionMenu({ button, children, ...rest }: Props) {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return (
    <Menu opened={opened} onChange={onChange} {...rest}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type ItemProps = Pick<MenuItemProps, 'color' | 'disabled'> & {
  icon: Icon
  label: string
  onClick?: () => void
  /** renderRoot makes a link of an item. */
  renderRoot?: (props: object) => ReactNode
  /** children are shown below the label. */
  children?: ReactNode
}

export const Item = ({ icon: Picture, label, children, ...rest }: ItemProps) => (
  <Menu.Item leftSection={<Picture size={16} aria-hidden />} {...rest}>
    {label}
    {children}
  </Menu.Item>
)
