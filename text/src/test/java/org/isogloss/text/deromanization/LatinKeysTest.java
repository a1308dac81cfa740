// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatinKeysTest {
  @Test
  void keepsLettersOnly() {
    assertThat(LatinKeys.letters("Śrī-Laṅkā's ß12")).isEqualTo("srilankasss");
    assertThat(LatinKeys.letters("…")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "khleb, kleb",
    "kleb, kleb",
    "kuce, kuche",
    "kutche, kuche",
    "aksioma, axioma",
    "axioma, aksioma",
    "filosofia, philosophia",
    "pyat, piat",
    "vada, wada",
    "nahiim, nahim",
    "hah, hah"
  })
  void givesSpellingsOfASoundTheSameKey(String a, String b) {
    assertThat(LatinKeys.sounds(a)).isEqualTo(LatinKeys.sounds(b));
  }

  @Test
  void distinguishesSoundsThatItsOutlineDoesNot() {
    assertThat(LatinKeys.sounds("pech")).isNotEqualTo(LatinKeys.sounds("pek"));
    assertThat(LatinKeys.sounds("bagda")).isNotEqualTo(LatinKeys.sounds("pakta"));
    assertThat(LatinKeys.outline("bagda")).isEqualTo(LatinKeys.outline("pakta"));
    assertThat(LatinKeys.outline("mone")).isEqualTo("muni");
    assertThat(LatinKeys.outline("mono")).isNotEqualTo(LatinKeys.outline("mama"));
  }
}
