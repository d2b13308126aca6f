/** Desktop or phone: which parts this device can have. */

import { FileSystemAdapter, Platform } from 'obsidian';
import type { App } from 'obsidian';
import type { DeviceOptions, DeviceParts } from './device-parts';
import { openPhoneParts } from './phone-parts';

/** Node is touched only inside the guard: its modules are required when `desktop-parts` is first imported. */
export async function openDeviceParts(app: App, options: DeviceOptions): Promise<DeviceParts> {
  const { adapter } = app.vault;
  if (Platform.isDesktop && adapter instanceof FileSystemAdapter) {
    const { openDesktopParts } = await import('./desktop-parts');
    return openDesktopParts(adapter.getBasePath(), options);
  }
  return openPhoneParts(app, options);
}
