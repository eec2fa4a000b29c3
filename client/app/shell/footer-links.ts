export interface Place {
  label: string;
  to: string;
}

export const FOOTER: { title: string; entries: readonly Place[] }[] = [
  {
    title: 'About',
    entries: [
      { label: 'For investors', to: '/investors' },
      { label: 'Our brand', to: '/brand' },
      { label: 'Announcements', to: '/announcements' },
      { label: 'Risk Disclosure', to: '/risk-disclosure' },
    ],
  },
  {
    title: 'Support',
    entries: [
      { label: 'Help center', to: '/help' },
      { label: 'learn', to: '/learn' },
      { label: 'Suggestions', to: '/suggestions' },
    ],
  },
  {
    title: 'Legal',
    entries: [
      { label: 'Sitemap', to: '/sitemap' },
      { label: 'Privacy policy', to: '/privacy' },
      { label: 'Cookie settings', to: '/cookies' },
    ],
  },
];
