/** Which machine the app runs on; a test switches it. */

export const Platform = {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isIosApp: false,
  isAndroidApp: false,
  isPhone: false,
  isTablet: false,
  isMacOS: false,
  isWin: false,
  isLinux: true,
  isSafari: false,
  resourcePathPrefix: 'app://local/',
};

/** A phone is an Android phone here: no Node, Capacitor's adapter, a small screen. */
export function setPlatform(isMobile: boolean): void {
  Platform.isDesktop = !isMobile;
  Platform.isDesktopApp = !isMobile;
  Platform.isLinux = !isMobile;
  Platform.isMobile = isMobile;
  Platform.isMobileApp = isMobile;
  Platform.isAndroidApp = isMobile;
  Platform.isPhone = isMobile;
}
