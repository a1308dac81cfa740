package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.isogloss.core.Encoder;
import org.isogloss.model.ModelFolder;
import org.isogloss.papers.PaperOptions;

/** Everything that figures depend on but the test sets, for reports and finished rows. */
final class XprSettings {
  private XprSettings() {}

  static SequencedMap<String, String> of(
      XprOptions options,
      XprSizes sizes,
      ModelFolder base,
      String encoderName,
      Encoder encoder,
      XprModels models) {
    PaperOptions common = options.common();
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("base", base.manifest().name());
    settings.put("base's fingerprint", base.fingerprint());
    settings.put("encoder", encoderName);
    settings.put("encoder's fingerprint", encoder.fingerprint());
    settings.put("languages", options.languages().toString());
    settings.put("relevance", options.source().name().toLowerCase(Locale.ROOT));
    settings.put("scale", common.scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(common.seed()));
    settings.put("layers", Integer.toString(models.layers()));
    settings.putAll(sizes.told());
    settings.put("recipe", XprModels.RECIPE);
    settings.put("recipe's variables", new TreeMap<>(models.variables()).toString());
    settings.put("recipe's overrides", common.overrides().toString());
    return settings;
  }
}
