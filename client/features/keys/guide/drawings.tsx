import type { ReactNode } from 'react';
import styles from './guide.module.css';

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 320 120" className={styles.drawing} aria-hidden="true" focusable="false">
    {children}
  </svg>
);

const Line = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <rect x={x} y={y} width={width} height="6" rx="3" className={styles.text} />
);

const KeyShape = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <circle r="11" pathLength={1} className={styles.accent} />
    <path d="M11 0h32M35 0v9M43 0v7" pathLength={1} className={styles.accent} />
  </g>
);

export const CreateDrawing = () => (
  <Drawing>
    <rect x="40" y="18" width="240" height="84" rx="8" className={styles.sheet} />
    <Line x={60} y={36} width={96} />
    <Line x={60} y={52} width={64} />
    <KeyShape x={76} y={80} />
    <rect x="196" y="64" width="64" height="24" rx="6" className={styles.fill} />
  </Drawing>
);

const BOXES = [
  { y: 28, mark: 'M72 35l5 5 9-11', look: styles.accent, width: 120 },
  { y: 54, mark: 'M72 61l5 5 9-11', look: styles.accent, width: 150 },
  { y: 80, mark: 'M73 82l11 11M84 82l-11 11', look: styles.no, width: 130 },
];

export const TickDrawing = () => (
  <Drawing>
    <rect x="40" y="12" width="240" height="98" rx="8" className={styles.sheet} />
    {BOXES.map(({ y, mark, look, width }) => (
      <g key={y}>
        <rect x="70" y={y} width="17" height="17" rx="3" className={styles.sheet} />
        <path d={mark} pathLength={1} className={look} />
        <Line x={104} y={y + 6} width={width} />
      </g>
    ))}
  </Drawing>
);

export const PasteDrawing = () => (
  <Drawing>
    <KeyShape x={34} y={60} />
    <path d="M96 60h36M122 50l12 10-12 10" pathLength={1} className={styles.accent} />
    <rect x="152" y="14" width="140" height="92" rx="8" className={styles.sheet} />
    <rect x="168" y="30" width="108" height="18" rx="4" className={styles.sheet} />
    <Line x={176} y={36} width={72} />
    <rect x="168" y="56" width="108" height="18" rx="4" className={styles.sheet} />
    <Line x={176} y={62} width={88} />
    <rect x="220" y="82" width="56" height="16" rx="5" className={styles.fill} />
  </Drawing>
);

export const WatchDrawing = () => (
  <Drawing>
    <KeyShape x={34} y={60} />
    <path
      d="M96 60C130 60 130 30 164 30M96 60h68M96 60C130 60 130 90 164 90"
      pathLength={1}
      className={styles.accent}
    />
    {[18, 48, 78].map((y) => (
      <g key={y}>
        <rect x="172" y={y} width="108" height="24" rx="6" className={styles.sheet} />
        <Line x={184} y={y + 9} width={60} />
      </g>
    ))}
  </Drawing>
);
