// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isogloss.neural.answer.AnswersRecipe;
import org.isogloss.neural.bicla.BiclaRecipe;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.neural.sparseencoder.SparseEncoderRecipe;
import org.isogloss.neural.staticencoder.StaticEncoderRecipe;
import org.isogloss.neural.tagger.TaggerRecipe;
import org.isogloss.neural.translation.TranslationRecipe;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference of recipes describes every key. */
class RecipeReferenceTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  private static Set<String> described() throws IOException {
    String reference = Files.readString(Path.of("..", "docs", "reference", "recipes.md"));
    return CODE.matcher(reference)
        .results()
        .flatMap(code -> NAME.matcher(code.group(1)).results())
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private static void collect(Type type, Set<String> keys) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        collect(argument, keys);
      }
    } else if (type instanceof Class<?> plain && plain.isRecord()) {
      for (RecordComponent component : plain.getRecordComponents()) {
        keys.add(kebab(component.getName()));
        collect(component.getGenericType(), keys);
      }
    }
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        StaticEncoderRecipe.class,
        BiclaRecipe.class,
        BiEncoderRecipe.class,
        CrossEncoderRecipe.class,
        SparseEncoderRecipe.class,
        HictlRecipe.class,
        ClassifierRecipe.class,
        TaggerRecipe.class,
        AnswersRecipe.class,
        TranslationRecipe.class
      })
  void describesEveryKey(Class<?> recipe) throws IOException {
    Set<String> keys = new TreeSet<>();
    collect(recipe, keys);
    assertThat(keys).contains("seed", "steps", "learning-rate");
    assertThat(described()).containsAll(keys);
  }
}
