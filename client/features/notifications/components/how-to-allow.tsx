const STEPS: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'Open Settings, then Notifications, choose Tandem and turn on Allow Notifications.'],
  [
    /Android/,
    'Press the icon left of the address, open Permissions and allow Notifications. In the installed app: hold its icon, open App info, then Notifications.',
  ],
  [/Firefox/, 'Press the crossed-out notification icon left of the address and clear the block.'],
  [/Macintosh.*Version\//, 'Open Safari’s Settings, then Websites and Notifications, and set this site to Allow.'],
];
const ELSEWHERE = 'Press the icon left of the address, open the site settings and set Notifications to Allow.';

/** How to undo a refusal, after which no page may ask again. */
export function HowToAllow() {
  const step = STEPS.find(([browser]) => browser.test(navigator.userAgent))?.[1] ?? ELSEWHERE;
  return (
    <>
      <p>Notifications are blocked for this site, and only you can allow them again.</p>
      <p>{step} Then reload this page.</p>
    </>
  );
}
