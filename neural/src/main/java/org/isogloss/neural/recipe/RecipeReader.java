// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.neural.Recipe;

/**
 * Reads recipes: YAML into records. A key is the name of a record component in kebab case ({@code
 * learning-rate} for {@code learningRate}); an unknown key, a value of the wrong type or out of
 * range, and an undefined variable are errors with file and line.
 */
public final class RecipeReader {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)\\}");

  private static final String KIND_KEY = "kind";
  private static final int MAX_BYTES = 1 << 20;

  private final Map<String, String> variables;
  private final List<String> overrides;
  private final UnaryOperator<Path> paths;

  /**
   * Creates a reader with the settings of a command line.
   *
   * @param variables values of {@code ${name}} in a recipe
   * @param overrides {@code a.b=c}: sets key {@code b} of {@code a}, list items by number from 0;
   *     the value is YAML
   */
  public RecipeReader(Map<String, String> variables, List<String> overrides) {
    this(variables, overrides, UnaryOperator.identity());
  }

  private RecipeReader(
      Map<String, String> variables, List<String> overrides, UnaryOperator<Path> paths) {
    this.variables = Map.copyOf(requireNonNull(variables, "variables is null"));
    this.overrides = List.copyOf(requireNonNull(overrides, "overrides is null"));
    this.paths = requireNonNull(paths, "paths is null");
  }

  /**
   * Returns a reader with a function that resolves each path of a recipe, such as the name of a
   * shipped model.
   */
  public RecipeReader withPathResolver(UnaryOperator<Path> pathResolver) {
    return new RecipeReader(variables, overrides, pathResolver);
  }

  /**
   * Reads a recipe.
   *
   * @param <T> the record type
   * @throws RecipeException if it is missing or does not fit {@code type}
   */
  public <T extends Record> T read(Path file, Class<T> type) {
    return parse(file.toString(), text(file), type);
  }

  /**
   * Reads a recipe of one of several kinds, which its key "kind" names.
   *
   * @param kinds record type of each kind
   * @param defaultKind kind of a recipe that names none
   * @throws RecipeException if it is missing, of another kind, or does not fit the record of its
   *     kind
   */
  public Recipe read(Path file, Map<String, Class<? extends Record>> kinds, String defaultKind) {
    RecipeNode root = applyOverrides(file.toString(), text(file));
    String kind = defaultKind;
    if (root instanceof RecipeNode.Mapping mapping && mapping.values().containsKey(KIND_KEY)) {
      RecipeNode named = mapping.values().get(KIND_KEY);
      kind = named instanceof RecipeNode.Scalar scalar ? substitute(scalar) : "";
      if (!kinds.containsKey(kind)) {
        throw new RecipeException(
            named.location(),
            "kind is \""
                + RecipeNode.abbreviate(kind)
                + "\", expected one of "
                + String.join(", ", new TreeSet<>(kinds.keySet())));
      }
      Map<String, RecipeNode> values = new LinkedHashMap<>(mapping.values());
      values.remove(KIND_KEY);
      root = new RecipeNode.Mapping(mapping.location(), values, mapping.keyLocations());
    }
    return (Recipe) new RecipeBinder(this::substitute, paths).bind(root, kinds.get(kind));
  }

  /**
   * Returns the text of a recipe, with its overrides in comments at the end; variables are not
   * replaced, so that it contains nothing about the machine.
   *
   * @throws RecipeException if it is missing
   */
  public String effectiveText(Path file) {
    StringBuilder text = new StringBuilder(text(file));
    overrides.forEach(override -> text.append(toComment(override)));
    return text.toString();
  }

  /** Returns an override as comment lines; none of its own lines can become part of the recipe. */
  public static String toComment(String override) {
    return "# override: " + override.replaceAll("\\R", "\n#   ") + '\n';
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new RecipeException(
            file.toString(),
            "has " + Files.size(file) + " bytes, expected a recipe of at most " + MAX_BYTES);
      }
      return decoded(file, Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new RecipeException(file.toString(), "no such file", e);
    } catch (IOException e) {
      throw new RecipeException(
          file.toString(), "cannot read the recipe: " + FileErrors.describe(e), e);
    }
  }

  private static String decoded(Path file, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    if (decoder.decode(in, out, true).isError()) {
      long line = out.flip().chars().filter(c -> c == '\n').count() + 1;
      throw new RecipeException(file + ":" + line, "is not UTF-8: convert the recipe to UTF-8");
    }
    return out.flip().toString();
  }

  /** Reads a recipe from text; {@code source} is its name in errors. */
  public <T extends Record> T parse(String source, String yaml, Class<T> type) {
    return new RecipeBinder(this::substitute, paths).bind(applyOverrides(source, yaml), type);
  }

  private RecipeNode applyOverrides(String source, String yaml) {
    RecipeNode root = RecipeNode.parse(source, yaml);
    for (String override : overrides) {
      root = override(root, override);
    }
    return root;
  }

  private static RecipeNode override(RecipeNode root, String override) {
    String place = "override " + RecipeNode.abbreviate(override);
    int equals = override.indexOf('=');
    if (equals < 1) {
      throw new RecipeException(place, "expected key=value, such as training.steps=1000");
    }
    String said = override.substring(equals + 1);
    RecipeNode value =
        said.isBlank()
            ? new RecipeNode.Scalar(place, "")
            : withLocation(RecipeNode.parse(place, said), place);
    List<String> path = List.of(override.substring(0, equals).split("\\.", -1));
    if (path.size() > RecipeNode.MAX_DEPTH) {
      throw new RecipeException(
          place, "found " + path.size() + " keys, expected at most " + RecipeNode.MAX_DEPTH);
    }
    return replace(root, path, value);
  }

  /** Returns the same nodes, all at one position, because lines mean nothing in an option. */
  private static RecipeNode withLocation(RecipeNode node, String location) {
    return switch (node) {
      case RecipeNode.Scalar scalar -> new RecipeNode.Scalar(location, scalar.text());
      case RecipeNode.Sequence sequence ->
          new RecipeNode.Sequence(
              location,
              sequence.items().stream().map(item -> withLocation(item, location)).toList());
      case RecipeNode.Mapping mapping -> {
        Map<String, RecipeNode> values = new LinkedHashMap<>();
        Map<String, String> keyPlaces = new LinkedHashMap<>();
        mapping
            .values()
            .forEach(
                (key, value) -> {
                  values.put(key, withLocation(value, location));
                  keyPlaces.put(key, location);
                });
        yield new RecipeNode.Mapping(location, values, keyPlaces);
      }
    };
  }

  private static RecipeNode replace(RecipeNode node, List<String> path, RecipeNode value) {
    if (path.isEmpty()) {
      return value;
    }
    String key = path.get(0);
    List<String> rest = path.subList(1, path.size());
    if (node instanceof RecipeNode.Sequence sequence) {
      int at = key.matches("\\d{1,9}") ? Integer.parseInt(key) : -1;
      if (at < 0 || at >= sequence.items().size()) {
        throw new RecipeException(
            value.location(),
            "\"" + key + "\" is none of the list's " + sequence.items().size() + " items, from 0");
      }
      List<RecipeNode> items = new ArrayList<>(sequence.items());
      items.set(at, replace(items.get(at), rest, value));
      return new RecipeNode.Sequence(sequence.location(), items);
    }
    Map<String, RecipeNode> values = new LinkedHashMap<>();
    Map<String, String> keyPlaces = new LinkedHashMap<>();
    if (node instanceof RecipeNode.Mapping mapping) {
      values.putAll(mapping.values());
      keyPlaces.putAll(mapping.keyLocations());
    }
    RecipeNode inner =
        values.getOrDefault(key, new RecipeNode.Mapping(value.location(), Map.of(), Map.of()));
    values.put(key, replace(inner, rest, value));
    keyPlaces.put(key, value.location());
    return new RecipeNode.Mapping(node.location(), values, keyPlaces);
  }

  private String substitute(RecipeNode.Scalar scalar) {
    return VARIABLE
        .matcher(scalar.text())
        .replaceAll(found -> Matcher.quoteReplacement(variable(scalar.location(), found.group(1))));
  }

  private String variable(String location, String name) {
    String value = variables.get(name);
    if (value == null) {
      String near =
          NameSuggestions.nearest(name, variables.keySet())
              .map(known -> ", or did you mean ${" + known + "}?")
              .orElse("");
      throw new RecipeException(
          location, "the variable ${" + name + "} has no value: define " + name + "=VALUE" + near);
    }
    return value;
  }
}
