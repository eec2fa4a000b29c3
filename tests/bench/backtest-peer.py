"""Smart money of each minute with backtesting.py. Arguments: the CSV of a year of minutes. Prints JSON."""

import json
import sys
import time
from importlib.metadata import version

import numpy as np
import pandas as pd
from backtesting import Backtest, Strategy

FACTOR, MEAN, LOOK, FLOW = 2, 20, 12, 0.15
TARGET, STOP, DEALS_A_DAY, AMOUNT = 1.01, 0.98, 5, 500
DAY_MS = 86_400_000
# It trades whole coins: all amounts are so many times larger.
SCALE = 100_000


def signals(data):
    """1 where a bar is a signal to buy, -1 where sellers prevail, else 0."""
    volume, bought, close = (data[name].to_numpy() for name in ("Quote", "Bought", "Close"))
    mean = pd.Series(volume).rolling(MEAN).mean().shift(1).to_numpy()
    stands_out = volume >= FACTOR * mean
    total = lambda values: pd.Series(np.where(stands_out, values, 0)).rolling(LOOK).sum().to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        flow = total(2 * bought - volume) / total(volume)
        price = total(close * volume) / total(volume)
    return np.where((flow >= FLOW) & (close >= price), 1, np.where(flow <= -FLOW, -1, 0))


class SmartMoney(Strategy):
    def init(self):
        self.signal = self.I(lambda: self.data.df["Signal"].to_numpy(), plot=False)
        self.times = self.data.df["Time"].to_numpy()
        self.day, self.deals = -1, 0

    def next(self):
        signal = self.signal[-1]
        if signal == 0:
            return
        if self.position:
            if signal < 0:
                self.position.close()
            return
        if signal < 0:
            return
        day = self.times[len(self.data) - 1] // DAY_MS
        if day != self.day:
            self.day, self.deals = day, 0
        if self.deals >= DEALS_A_DAY:
            return
        self.deals += 1
        close = self.data.Close[-1]
        self.buy(size=round(AMOUNT * SCALE / close), sl=close * STOP, tp=close * TARGET)


data = pd.read_csv(sys.argv[1])
data.index = pd.to_datetime(data["Time"], unit="ms")
begun = time.process_time()
data["Signal"] = signals(data)
stats = Backtest(data, SmartMoney, cash=10_000 * SCALE, commission=0.001).run()
seconds = time.process_time() - begun
print(json.dumps({"version": version("backtesting"), "seconds": seconds, "trades": int(stats["# Trades"])}))
