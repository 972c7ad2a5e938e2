// Renders the score of a mood without playing it, and tells how it sounds; evaluated in the page.
async ({ seconds, rate, mood }) => {
  const context = new OfflineAudioContext(1, Math.ceil(seconds * rate), rate);
  const stage = new studio.Studio(context);
  stage.mix({ volume: 1, music: 1, effects: 1 });
  for (let at = 0, number = 0; at < seconds; number += 1) at += stage.bar(mood, number, at);
  const samples = (await context.startRendering()).getChannelData(0);

  let peak = 0;
  let power = 0;
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    power += sample * sample;
  }

  const step = rate / 50;
  const envelope = Array.from({ length: Math.floor(samples.length / step) }, (_, n) => {
    let sum = 0;
    for (let at = Math.floor(n * step); at < (n + 1) * step; at += 1) sum += samples[at] ** 2;
    return Math.sqrt(sum / step);
  });
  let quiet = 0;
  let silent = 0;
  for (const loud of envelope) {
    quiet = loud < 1e-4 ? quiet + 1 : 0;
    silent = Math.max(silent, quiet / 50);
  }

  // of what comes 2 seconds to half the time later, the one most like it
  const mean = envelope.reduce((sum, loud) => sum + loud, 0) / envelope.length;
  const wave = envelope.map((loud) => loud - mean);
  let alike = -1;
  for (let lag = 100; lag <= wave.length / 2; lag += 1) {
    let [both, one, other] = [0, 0, 0];
    for (let at = 0; at + lag < wave.length; at += 1) {
      both += wave[at] * wave[at + lag];
      one += wave[at] ** 2;
      other += wave[at + lag] ** 2;
    }
    alike = Math.max(alike, both / Math.sqrt(one * other));
  }
  return { peak, loudness: Math.sqrt(power / samples.length), silent, envelope, alike };
};
