// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/**
 * BLEU (Papineni et al., ACL 2002): the geometric mean of the precisions of n-grams, each counted
 * at most as often as in one of the references, times a penalty for translations that are shorter
 * than the closest reference. The figures are those of sacreBLEU 2.6.0 (Post, WMT 2018).
 *
 * @param lowercase whether case is ignored
 * @param maxOrder the longest n-grams, 1 or more; the signature states it if it is not 4
 * @param effectiveOrder whether orders without any n-gram are left out of the mean, which is
 *     recommended for single sentences: with all orders, a sentence of three tokens scores 0
 */
public record Bleu(
    BleuTokenizer tokenizer,
    boolean lowercase,
    Smoothing smoothing,
    int maxOrder,
    boolean effectiveOrder)
    implements TranslationMetric {
  /** The default length of the longest n-grams. */
  public static final int DEFAULT_MAX_ORDER = 4;

  public Bleu {
    if (maxOrder < 1) {
      throw new IllegalArgumentException("maxOrder is " + maxOrder + ", expected 1 or more");
    }
  }

  /** The default options for a corpus: 13a, case-sensitive, exponential smoothing, four orders. */
  public static Bleu standard() {
    return new Bleu(
        RuleBasedTokenizer.V13A,
        false,
        Smoothing.of(Smoothing.Method.EXP),
        DEFAULT_MAX_ORDER,
        false);
  }

  public Bleu withTokenizer(BleuTokenizer other) {
    return new Bleu(other, lowercase, smoothing, maxOrder, effectiveOrder);
  }

  public Bleu withLowercase(boolean ignoresCase) {
    return new Bleu(tokenizer, ignoresCase, smoothing, maxOrder, effectiveOrder);
  }

  public Bleu withSmoothing(Smoothing other) {
    return new Bleu(tokenizer, lowercase, other, maxOrder, effectiveOrder);
  }

  public Bleu withMaxOrder(int order) {
    return new Bleu(tokenizer, lowercase, smoothing, order, effectiveOrder);
  }

  public Bleu withEffectiveOrder(boolean effective) {
    return new Bleu(tokenizer, lowercase, smoothing, maxOrder, effective);
  }

  @Override
  public String name() {
    return "BLEU";
  }

  @Override
  public String options() {
    return (lowercase ? "case:lc" : "case:mixed")
        + (effectiveOrder ? "|eff:yes" : "|eff:no")
        + "|tok:"
        + tokenizer.label()
        + "|smooth:"
        + smoothing.signature()
        + (maxOrder == DEFAULT_MAX_ORDER ? "" : "|order:" + maxOrder);
  }
}
